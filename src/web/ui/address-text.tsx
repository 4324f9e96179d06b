import { classes } from "./class-names.ts";

/**
 * An address on one line, as one run in the direction of its own writing. Where there is no room for all of it, first
 * the town goes, then the name of a shop, each whole and with its comma; only then is the street cut.
 */
export function AddressText({ label, strong = false }: { label: string; strong?: boolean }) {
  const { name, street, town } = partsOf(label);
  return (
    <span className={classes("address-line", strong && "strong")} dir="auto">
      <span className="address-door">
        {name !== "" && <span className="address-name">{name}</span>}
        <span className="address-street">{street}</span>
      </span>
      {town !== "" && <span className="address-town">{town}</span>}
    </span>
  );
}

/** A name has no digit and stands before a street that has one: "12, rue des Ponts" stays together. */
function partsOf(label: string): { name: string; street: string; town: string } {
  const at = label.lastIndexOf(", ");
  const [door, town] = at < 0 ? [label, ""] : [label.slice(0, at), label.slice(at)];
  const name = /^(?:[^\d,]+, )+(?=[^,]*\d)/u.exec(door)?.[0] ?? "";
  return { name, street: door.slice(name.length), town };
}
