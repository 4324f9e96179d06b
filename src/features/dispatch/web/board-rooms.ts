let given: () => Promise<unknown> = () => Promise.resolve();

/** The parts that later rooms give to the board: `give` is called once, `load` with each opening of the board. */
export const boardRooms = { give: (load: typeof given) => void (given = load), load: () => given() };
