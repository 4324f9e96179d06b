interface Where {
  readonly label: string;
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
}

/** A house number at the end ("Lindenstraße 12 a") or at the beginning ("12, rue des Ponts"). */
const NUMBER = /^\d+\s?\p{L}?,?\s+|,?\s+\d+\s?\p{L}?$/gu;

/** The street and town of a place, without its door. */
export function areaOf({ label, street, postcode, city }: Where): string {
  const town = [postcode, city].filter(Boolean).join(" ");
  const known = [street?.replaceAll(NUMBER, ""), town].filter(Boolean).join(", ");
  if (known !== "") return known;
  const parts = label.split(", ");
  return parts
    .slice(Math.max(0, parts.length - 2))
    .map((part) => part.replaceAll(NUMBER, ""))
    .join(", ");
}
