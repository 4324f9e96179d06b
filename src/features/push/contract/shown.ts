/** A push as a browser reads it, encrypted to that browser alone. It stands on lock screens: no name, no address. */
export interface Shown {
  /** The same at each try. */
  readonly id: string;
  /** Thing that it is about: a later one takes the place of an earlier one. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Path of the page that a click opens. */
  readonly path: string;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
}
