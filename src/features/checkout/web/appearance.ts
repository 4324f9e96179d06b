/**
 * Our colours and roundness as plain values in the names of Stripe's Appearance API: the form stands in another
 * document, which knows none of our names for them.
 */
export function appearanceIn(place: HTMLElement, theme: Readonly<Record<string, string>>): object {
  const computed = (property: "color" | "borderTopLeftRadius", name: string): string | undefined => {
    place.style[property] = theme[name] ?? "";
    const value = getComputedStyle(place)[property];
    place.style[property] = "";
    return value;
  };
  const colour = (name: string) => computed("color", name);
  const { fontFamily } = getComputedStyle(place);
  const variables = known({
    colorPrimary: colour("accent"),
    accessibleColorOnColorPrimary: colour("onaccent"),
    colorText: colour("ink"),
    colorTextSecondary: colour("quiet"),
    colorBackground: colour("field"),
    colorDanger: colour("error"),
    borderRadius: computed("borderTopLeftRadius", "radius"),
    fontFamily,
  });
  // A variable for the colour of a field's edge does not exist there.
  return { theme: "stripe", variables, rules: { ".Input": known({ borderColor: colour("line") }) } };
}

const known = (values: Readonly<Record<string, string | undefined>>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
