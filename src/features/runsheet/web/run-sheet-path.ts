/** Address of a courier's run sheet. */
export const runSheetPath = (courierId: string, date: string): string =>
  `/d/routes/${courierId}?date=${date}`;
