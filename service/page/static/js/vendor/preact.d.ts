// The types of preact.js; those of its parts come with the packages that it is made of, and only the checker needs them.

import type { VNode } from "preact";

export { type ComponentChildren, Fragment, type RefObject, render, type VNode } from "preact";
export { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

/** What stands in a template: things to draw, values of attributes, listeners, components and their properties. */
type Part = ((given: any) => unknown) | object | string | number | bigint | boolean | null | undefined;

/** Returns what a template describes; a text in it stays one, whatever is written in it. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): VNode<any>;
