// Types for the used parts of untyped libraries.
declare module 'gettext-parser' {
  export const po: {
    parse(bytes: Uint8Array): unknown
    compile(table: unknown): Uint8Array
  }
}
declare module 'xliff' {
  const xliff: {
    xliff12ToJs(text: string): Promise<unknown>
    jsToXliff12(tree: unknown): Promise<string>
    xliff2js(text: string): Promise<unknown>
    js2xliff(tree: unknown): Promise<string>
  }
  export = xliff
}
declare module 'papaparse' {
  const papa: { parse(text: string): { data: unknown }; unparse(rows: unknown): string }
  export = papa
}
declare module 'ini' {
  export function parse(text: string): unknown
  export function stringify(tree: unknown): string
}
