/** Parts of choices that `main` puts on the recipient's page. */
export { ChoicesCard } from "./choices-card.tsx";
