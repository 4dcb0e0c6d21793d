/**
 * The rules of gettext's manual that programs older than CLDR have, each with the forms that it distinguishes: they
 * return the index of the form for a number.
 */
export type NumberRule = (n: number) => number

/** 1 and all others, as in English. */
export const exceptOne: NumberRule = (n) => (n === 1 ? 0 : 1)
/** 0 and 1, and all others, as in French. */
export const aboveOne: NumberRule = (n) => (n > 1 ? 1 : 0)
/** 1, 21, 31; 2 to 4, 22 to 24; all others. */
export const russian: NumberRule = (n) => (endsLikeOne(n) ? 0 : endsLikeFew(n) ? 1 : 2)
/** 1; 2 to 4, 22 to 24; all others. */
export const polish: NumberRule = (n) => (n === 1 ? 0 : endsLikeFew(n) ? 1 : 2)
/** 1; 2 to 4; all others. */
export const czech: NumberRule = (n) => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)
/** 1, 21, 31; 2 to 9, 22 to 29; all others. */
export const lithuanian: NumberRule = (n) => (endsLikeOne(n) ? 0 : n % 10 >= 2 && !isTeen(n) ? 1 : 2)
/** 1; 0, 2 to 19, 101 to 119; all others. */
export const romanian: NumberRule = (n) => (n === 1 ? 0 : n === 0 || (n % 100 > 0 && n % 100 < 20) ? 1 : 2)
/** 1; 0, 2 to 10, 102 to 110; 11 to 19, 111 to 119; all others. */
export const maltese: NumberRule = (n) => {
  if (n === 1) return 0
  if (n === 0 || (n % 100 > 1 && n % 100 < 11)) return 1
  return n % 100 > 10 && n % 100 < 20 ? 2 : 3
}
/** 0; 1; 2; 3 to 10, 103 to 110; 11 to 99, 111 to 199; all others. */
export const arabic: NumberRule = (n) => {
  if (n === 0 || n === 1 || n === 2) return n
  return n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5
}

/** Returns whether a number ends with 1, but not with 11. */
export function endsLikeOne(n: number): boolean {
  return n % 10 === 1 && n % 100 !== 11
}

function endsLikeFew(n: number): boolean {
  return n % 10 >= 2 && n % 10 <= 4 && !isTeen(n)
}

function isTeen(n: number): boolean {
  return n % 100 >= 10 && n % 100 < 20
}
