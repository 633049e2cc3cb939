// The types of qr.js; they come with the package that it is made of, and only the checker needs them.

export { generate } from "lean-qr";
