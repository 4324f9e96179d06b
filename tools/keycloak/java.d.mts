export declare function findJava(): { command: string; major: number };
export declare function javaArguments(home: string, words: string[]): string[];
