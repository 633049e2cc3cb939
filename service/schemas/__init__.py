"""The shapes of calls and answers, as OpenAPI describes them."""
