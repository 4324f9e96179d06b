/**
 * Scenarios that are played: all of them by tokens that are bound to a key, and by bearer tokens those that lean on the
 * kind of token. What the others prove (pages, roles, tabs, ends of sessions) is the same code for both.
 */
export type Extent = "whole" | "tokens";
