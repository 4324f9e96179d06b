import type { ComponentType } from "react";

/** The code of a dialog that a later room gives: `give` is called once by the app's entry. */
export function givenDialog<P>() {
  type Load = () => Promise<ComponentType<P>>;
  let given: Load = () => Promise.reject(new Error("no room gives this dialog"));
  return { give: (load: Load) => void (given = load), load: () => given() };
}
