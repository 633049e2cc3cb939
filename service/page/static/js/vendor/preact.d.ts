// The types of preact.js; those of its parts come with the packages that it is made of, and only the checker needs them.

import type { VNode } from "preact";

export { type ComponentChildren, Fragment, type RefObject, render, type VNode } from "preact";
export { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";

/** Returns a place for an element that is drawn, as its user knows it, or for any other value that outlasts a drawing. */
export function useRef(place: null): { current: any };
export function useRef<Value>(value: Value): { current: Value };

/** What stands in a template: things to draw, values of attributes, listeners, components and their properties. */
type Part = ((given: any) => unknown) | object | string | number | bigint | boolean | null | undefined;

/** Returns what a template describes; a text in it stays one, whatever is written in it. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): VNode<any>;
