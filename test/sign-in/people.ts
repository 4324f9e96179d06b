/** Those who sign in, the same at every provider; `otto` has a role of the realm only, `noah` has none at all. */
export const PEOPLE = {
  ada: { name: "Ada Lindqvist", email: "ada@demo.example" },
  bo: { name: "Bo Hansen", email: "bo@demo.example" },
  carla: { name: "Carla Ruiz", email: "carla@demo.example" },
  greta: { name: "Greta Sommer", email: "greta@demo.example" },
  otto: { name: "Otto Weber", email: "otto@demo.example" },
  noah: { name: "Noah Keller", email: "noah@demo.example" },
} as const;
export type Who = keyof typeof PEOPLE;
