export const OFFERS_PATH = "/c/offers";
