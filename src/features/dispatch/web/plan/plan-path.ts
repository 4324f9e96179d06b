/** Address of the plan of a day; for some deliveries alone where any are named. */
export const planPath = (date: string, deliveryIds: readonly string[] = []): string =>
  `/d/plan/${date}${deliveryIds.length > 0 ? `?ids=${deliveryIds.join(",")}` : ""}`;
