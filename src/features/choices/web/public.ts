/** Parts of choices that `main` puts on the recipient's page. */
export type { ChoicesCardProps } from "./choices-card.tsx";
