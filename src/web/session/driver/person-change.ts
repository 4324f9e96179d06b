const listeners = new Set<() => void>();

/** Runs when somebody signs out or another person signs in: nothing read before may be shown again. */
export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function announcePersonChange(): void {
  for (const listener of listeners) listener();
}
