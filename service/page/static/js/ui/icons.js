// The icons of the page, drawn as strokes in the colour of the text around them.

import { html } from "../vendor/preact.js";

/** @type {Record<string, string[]>} */
const PATHS = {
  camera: [
    "M4 8.5h3.5L9 6h6l1.5 2.5H20a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 20 19.5H4A1.5 1.5 0 0 1 2.5 18v-8A1.5 1.5 0 0 1 4 8.5Z",
    "M12 10a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z",
  ],
  picture: [
    "M4 4.5h16A1.5 1.5 0 0 1 21.5 6v12a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 18V6A1.5 1.5 0 0 1 4 4.5Z",
    "M3 16.5l5-5 4 4 3-3 6 5.5",
    "M15.5 8.2v.1",
  ],
  tiles: [
    "M3.5 3.5h5v7h-5ZM15.5 3.5h5v7h-5ZM9.5 3.5h5v7h-5ZM3.5 13.5h5v7h-5ZM9.5 13.5h5v7h-5Z",
    "M18 14.5v5M15.5 17h5",
  ],
  count: ["M5 20V10M10 20V4M15 20v-7M20 20V7"],
  back: ["M14.5 5l-7 7 7 7"],
  close: ["M6 6l12 12M18 6L6 18"],
  history: ["M12 3.5a8.5 8.5 0 1 1-8.3 6.7", "M3 4.5v6h6", "M12 7.5V12l3.2 2"],
  book: ["M12 6c-2-1.6-4.6-2-8.5-2v14c3.9 0 6.5.4 8.5 2 2-1.6 4.6-2 8.5-2V4c-3.9 0-6.5.4-8.5 2Z", "M12 6v14"],
  share: ["M12 14.5V3.5", "M8 7l4-4 4 4", "M5 11.5v8h14v-8"],
  more: ["M5.5 12h.01M12 12h.01M18.5 12h.01"],
  plus: ["M12 5v14M5 12h14"],
  club: ["M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z"],
  change: ["M4 20l1-4.5L16.5 4 20 7.5 8.5 19Z", "M14 6.5l3.5 3.5"],
  erase: ["M8 6h12.5v12H8l-5.5-6Z", "M11.5 9.5l5 5M16.5 9.5l-5 5"],
};

/** Return an icon; the text or label around it says what it means. @param {string} name */
export function icon(name) {
  return html`<svg viewBox="0 0 24 24" class="sign" aria-hidden="true">
    ${PATHS[name].map((d) => html`<path d=${d} />`)}
  </svg>`;
}
