// The types of qr-decode.js; they come with the package that it is made of, and only the checker needs them.

export { decodeQR } from "qr/decode.js";
