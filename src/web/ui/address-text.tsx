import { classes } from "./class-names.ts";

/**
 * An address on one line, as one run in the direction of its own writing. Where there is no room for all of it, first
 * the town goes, then the name of a shop, each whole and with its comma; only then is the street cut, never its number.
 */
export function AddressText({ label, strong = false }: { label: string; strong?: boolean }) {
  const { name, street, number, town } = partsOf(label);
  return (
    <span className={classes("address-line", strong && "strong")} dir="auto">
      <span className="address-door">
        {name !== "" && <span className="address-name">{name}</span>}
        <span className="address-street">
          <span className="address-way">{street}</span>
          {number}
        </span>
      </span>
      {town !== "" && <span className="address-town">{town}</span>}
    </span>
  );
}

/**
 * An address as one run in the direction of its own writing. Its line breaks before the town, where both have no room
 * beside each other, and never before a house number.
 */
export function AddressBreak({ label }: { label: string }) {
  const town = label.lastIndexOf(", ") + 2;
  return (
    <bdi>
      {town > 1 && (
        <>
          <span className="whole">{label.slice(0, town - 1)}</span>{" "}
        </>
      )}
      <span className="whole">{label.slice(town > 1 ? town : 0)}</span>
    </bdi>
  );
}

/** A name has no digit and stands before a street that has one: "12, rue des Ponts" stays together. */
function partsOf(label: string): { name: string; street: string; number: string; town: string } {
  const at = label.lastIndexOf(", ");
  const [door, town] = at < 0 ? [label, ""] : [label.slice(0, at), label.slice(at)];
  const name = /^(?:[^\d,]+, )+(?=[^,]*\d)/u.exec(door)?.[0] ?? "";
  const way = door.slice(name.length);
  const number = /\s\d+\s?\p{L}?$/u.exec(way)?.[0] ?? "";
  return { name, street: way.slice(0, way.length - number.length), number, town };
}
