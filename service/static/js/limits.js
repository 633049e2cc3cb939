// What this table agreed on.

function agreed(state, rules, name) {
  return state.options?.[name] ?? rules.options.find((option) => option.name === name)?.default;
}

/** Returns the least and the most faan at this table. */
export function faanLimits(state, rules) {
  const [minimum, cap] = [agreed(state, rules, "minimum"), agreed(state, rules, "cap")];
  return { minimum: Number.isInteger(minimum) ? minimum : 0, cap: Number.isInteger(cap) ? cap : 13 };
}

/** Returns whether a player pays only what he has. */
export const paysAvailable = (state, rules) => agreed(state, rules, "short_payment") !== "go_negative";
