/** Something that this machine lacks and that no code of ours can make up for. */
export class Missing extends Error {}
