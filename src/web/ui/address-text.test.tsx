import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { AddressText } from "./address-text.tsx";

test.each([
  ["Brückenstraße 85, 00710 Marienbrück", undefined, "Brückenstraße 85", ", 00710 Marienbrück"],
  [
    "Kaufhaus am Markt, Buchbindergasse 35, 00710 Marienbrück",
    "Kaufhaus am Markt, ",
    "Buchbindergasse 35",
    ", 00710 Marienbrück",
  ],
  ["12, rue des Ponts, 75002 Paris", undefined, "12, rue des Ponts", ", 75002 Paris"],
  ["Altes Ufer, Hinterhaus, Marienbrück", undefined, "Altes Ufer, Hinterhaus", ", Marienbrück"],
  ["Marktplatz 3", undefined, "Marktplatz 3", undefined],
])("%s is read whole, its town and its name apart from the street", (label, name, street, town) => {
  const { container } = render(<AddressText label={label} />);
  expect(container.textContent).toBe(label);
  expect(container.querySelector(".address-name")?.textContent).toBe(name);
  expect(container.querySelector(".address-street")?.textContent).toBe(street);
  expect(container.querySelector(".address-town")?.textContent).toBe(town);
  // Cut is the name of the street alone; a number that stands behind it is not.
  expect(container.querySelector(".address-way")?.textContent).toBe(street.replace(/ \d+$/u, ""));
  // The direction of all parts is that of the label, not that of the page: `bdi` inside would hide it from `auto`.
  expect(container.querySelector(".address-line")?.getAttribute("dir")).toBe("auto");
  expect(container.querySelector("bdi")).toBeNull();
});
