/**
 * Runs a function and returns its result and the number of characters that its searches in texts examine:
 * regular expressions, `indexOf`, `lastIndexOf` and `includes`. Unlike time, the number is the same in every
 * run. Backtracking within one search is not counted; `npm run bench -- hostile` measures it.
 */
export function countSearched<T>(run: () => T): { readonly result: T; readonly searched: number } {
  let searched = 0
  const { exec } = RegExp.prototype
  const { includes, indexOf, lastIndexOf } = String.prototype
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, text)
    if (match !== null) searched += match.index + match[0].length - from
    else if (!this.sticky) searched += Math.max(0, text.length - from)
    return match
  }
  String.prototype.indexOf = function (wanted, from = 0) {
    const found = indexOf.call(this, wanted, from)
    searched += Math.max(0, (found === -1 ? this.length : found) - from)
    return found
  }
  String.prototype.lastIndexOf = function (this: string, wanted, from = this.length) {
    const found = lastIndexOf.call(this, wanted, from)
    searched += Math.max(0, Math.min(from, this.length) - Math.max(found, 0))
    return found
  }
  String.prototype.includes = function (wanted, from = 0) {
    return this.indexOf(wanted as string, from) !== -1
  }
  try {
    const result = run()
    return { result, searched }
  } finally {
    RegExp.prototype.exec = exec
    Object.assign(String.prototype, { includes, indexOf, lastIndexOf })
  }
}
