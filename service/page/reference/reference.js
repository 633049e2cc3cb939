// The reference of the HTTP API: every call as /openapi.json describes it, each to be tried here.

/** @typedef {Record<string, any>} Schema as JSON has it */
/** @typedef {{ method: string, path: string, call: Schema }} Call */

const STREAM_MS = 4000; // a stream does not end by itself: so long is looked at it
const DEEPEST = 4; // shapes within shapes in an example

/** @type {Schema} */
let description = {};

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} properties
 * @param {(Node | string)[]} within
 */
function element(name, properties = {}, ...within) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...within);
  return made;
}

/**
 * Follows a reference to the shape that it names.
 * @param {Schema} schema
 * @returns {Schema}
 */
function resolved(schema) {
  const name = schema?.$ref?.split("/").pop();
  return name ? description.components.schemas[name] : (schema ?? {});
}

/**
 * Makes an example of a shape: what has to be there, and what has an example or a default.
 * @param {Schema} given
 * @returns {any}
 */
function example(given, depth = 0) {
  const schema = resolved(given);
  const told = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (told !== undefined) {
    return told;
  }
  if (schema.anyOf) {
    return example(schema.anyOf[0], depth);
  }
  if (depth > DEEPEST) {
    return null;
  }
  if (schema.type === "object") {
    const required = new Set(schema.required ?? []);
    const shown = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name));
    return Object.fromEntries(shown.map(([name, shape]) => [name, example(shape, depth + 1)]));
  }
  if (schema.type === "array") {
    const each = example(schema.items ?? {}, depth + 1);
    return Array.from({ length: schema.minItems ?? 1 }, () => each);
  }
  const least = schema.minimum ?? 0;
  return (
    new Map([
      ["integer", least],
      ["number", least],
      ["boolean", false],
    ]).get(schema.type) ?? ""
  );
}

/**
 * Says a shape in one line: `State`, `string`, `Event[]`.
 * @param {Schema} schema
 * @returns {string}
 */
function named(schema) {
  if (schema.$ref) {
    return schema.$ref.split("/").pop();
  }
  if (schema.anyOf) {
    return schema.anyOf.map(named).join(" or ");
  }
  return schema.type === "array"
    ? `${named(schema.items ?? {})}[]`
    : (schema.enum?.join(" | ") ?? schema.type ?? "any");
}

/**
 * Makes the fields for what a call takes, each with how it is sent.
 * @param {Schema} call
 */
function fields(call) {
  const parameters = (call.parameters ?? []).map((/** @type {Schema} */ one) => {
    const input = /** @type {HTMLInputElement} */ (
      element("input", { name: one.name, required: one.required ?? false })
    );
    const title = `${one.name} (${named(one.schema)}, in the ${one.in})${one.required ? "" : ", optional"} `;
    return {
      ...one,
      input,
      shown: element("label", {}, title, element("small", { textContent: one.description ?? "" }), input),
    };
  });
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (!type) {
    return { parameters, body: null };
  }
  const schema = content.schema;
  if (type === "application/json") {
    const input = element("textarea", { value: JSON.stringify(example(schema), null, 2), spellcheck: false });
    return { parameters, body: { type, input, shown: element("label", {}, `Body: ${named(schema)}`, input) } };
  }
  const input = element("input", { type: "file", multiple: type.startsWith("multipart"), accept: "image/*" });
  return { parameters, body: { type, schema, input, shown: element("label", {}, `Photo (${type})`, input) } };
}

/**
 * Builds the request that the fields say.
 * @param {Call} which
 * @param {ReturnType<typeof fields>} said
 * @returns {[string, RequestInit]}
 */
function request({ method, path, call }, { parameters, body }) {
  let address = path;
  const query = new URLSearchParams();
  /** @type {Record<string, string>} */
  const headers = {};
  for (const { name, in: place, input } of parameters) {
    const value = input.value.trim();
    if (place === "path") {
      address = address.replace(`{${name}}`, encodeURIComponent(value));
    } else if (value) {
      if (place === "query") {
        query.append(name, value);
      } else {
        headers[name] = value;
      }
    }
  }
  const token = /** @type {HTMLInputElement} */ (document.getElementById("token")).value.trim();
  if (token && call.security?.length) {
    headers.Authorization = `Bearer ${token}`;
  }
  /** @type {RequestInit} */
  const init = { method: method.toUpperCase(), headers };
  if (body?.type === "application/json") {
    headers["Content-Type"] = body.type;
    init.body = /** @type {HTMLTextAreaElement} */ (body.input).value;
  } else if (body) {
    const files = [.../** @type {FileList} */ (/** @type {HTMLInputElement} */ (body.input).files)];
    if (body.type.startsWith("multipart")) {
      const form = new FormData();
      for (const file of files) {
        form.append("photo", file);
      }
      init.body = form;
    } else {
      headers["Content-Type"] = files[0]?.type ?? "image/jpeg";
      init.body = files[0];
    }
  }
  return [query.size ? `${address}?${query}` : address, init];
}

/**
 * Reads an answer: JSON in lines, a picture, or text; of a stream what comes in a few seconds.
 * @param {Response} answer
 * @param {AbortController} stop
 */
async function read(answer, stop) {
  const type = answer.headers.get("content-type") ?? "";
  if (type.startsWith("image/")) {
    return element("img", { src: URL.createObjectURL(await answer.blob()), alt: "the answer" });
  }
  let text = "";
  if (type.startsWith("text/event-stream")) {
    setTimeout(() => stop.abort(), STREAM_MS);
    try {
      for await (const part of /** @type {any} */ (answer.body).pipeThrough(new TextDecoderStream())) {
        text += part;
      }
    } catch {
      text += "… (it goes on)";
    }
  } else {
    text = await answer.text();
  }
  return element("pre", { textContent: type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text });
}

/**
 * Shows a call: what it takes, what it answers, and a button that makes it.
 * @param {Call} which
 */
function shown(which) {
  const { method, path, call } = which;
  const said = fields(call);
  const out = element("div", { ariaLive: "polite" });
  const form = element("form", {}, ...said.parameters.map((/** @type {any} */ one) => one.shown));
  if (said.body) {
    form.append(said.body.shown);
  }
  form.append(element("button", { textContent: "Send" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [address, init] = request(which, said);
    const stop = new AbortController();
    const line = element("p", {}, element("code", { textContent: `${init.method} ${address}` }));
    out.replaceChildren(line, "…");
    try {
      const answer = await fetch(address, { ...init, signal: stop.signal });
      line.append(` answered ${answer.status} ${answer.statusText}`);
      out.replaceChildren(line, await read(answer, stop));
    } catch (problem) {
      out.replaceChildren(line, `No answer: ${problem}`);
    }
  });
  const answers = Object.entries(call.responses).map(([status, told]) => {
    const [type, content] = Object.entries(told.content ?? {})[0] ?? [];
    const shape = content?.schema ? ` ${named(content.schema)}` : "";
    return element(
      "li",
      {},
      element("code", { textContent: status }),
      ` ${told.description}${shape}${type ? `, ${type}` : ""}`,
    );
  });
  return element(
    "details",
    { className: "call", id: call.operationId },
    element(
      "summary",
      {},
      element("span", { className: "method", textContent: method }),
      element("span", { className: "path", textContent: path }),
      `${call.security?.length ? " 🔑" : ""} ${call.summary}`,
    ),
    element("div", {}, element("p", { textContent: call.description ?? "" }), form, out, element("ul", {}, ...answers)),
  );
}

async function show() {
  const calls = /** @type {HTMLElement} */ (document.getElementById("calls"));
  const answer = await fetch("/openapi.json");
  description = await answer.json();
  /** @type {HTMLElement} */ (document.getElementById("version")).textContent = description.info.version;
  /** @type {HTMLElement} */ (document.getElementById("about")).textContent = description.info.description;
  /** @type {Call[]} */
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method, path, call })),
  );
  const groups = description.tags.map((/** @type {Schema} */ tag) =>
    element(
      "section",
      {},
      element("h2", { textContent: tag.name }),
      element("p", { textContent: tag.description }),
      ...all.filter(({ call }) => call.tags.includes(tag.name)).map(shown),
    ),
  );
  const shapes = Object.entries(description.components.schemas).map(([name, schema]) =>
    element(
      "details",
      { id: `shape-${name}` },
      element("summary", { textContent: name }),
      element("pre", { textContent: JSON.stringify(schema, null, 2) }),
    ),
  );
  calls.replaceChildren(...groups, element("h2", { textContent: "shapes" }), ...shapes);
  calls.ariaBusy = "false";
  const asked = document.getElementById(location.hash.slice(1));
  if (asked instanceof HTMLDetailsElement) {
    asked.open = true;
    asked.scrollIntoView();
  }
}

show().catch((problem) =>
  document.getElementById("calls")?.replaceChildren(`The description does not load: ${problem}`),
);
