// Swagger UI is a script, which comes before this one. It would put "string" or an invented name into every field of an
// example, and the service would take them at their word: keep the fields that are required or have an example.

function withoutOptional(schema) {
  if (!schema.properties) return schema;
  const { required = [] } = schema;
  const kept = Object.entries(schema.properties).filter(([name, field]) => required.includes(name) || field.examples);
  return { ...schema, properties: Object.fromEntries(kept.map(([name, field]) => [name, withoutOptional(field)])) };
}

const shortExamples = ({ fn: { getSampleSchema } }) => ({
  fn: {
    getSampleSchema: (given, ...options) => {
      const schema = given?.toJS?.() ?? given ?? {};
      const isAnyText = schema.type === "string" && !schema.examples && !schema.enum;
      return isAnyText ? "" : getSampleSchema(withoutOptional(schema), ...options);
    },
  },
});

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#calls",
  deepLinking: true,
  displayOperationId: true,
  docExpansion: "list",
  tryItOutEnabled: true,
  validatorUrl: "none",
  plugins: [shortExamples],
});
