/**
 * Returns whether i18next can parse the options within `$t(…)`: JSON, in which single quotes can stand for
 * double ones. Otherwise it looks for a key that includes them. What follows a comma without braces is the
 * name of a format.
 */
export function hasValidOptions(content: string): boolean {
  const end = content.lastIndexOf('}') + 1
  const start = content.indexOf('{')
  if (start === -1 || end <= start) return true
  const [, written] = content.slice(0, end).trim().split(/, *\{/)
  if (written === undefined) return !content.slice(0, end).includes(',')
  // Values are inserted before the options are parsed; numbers fit with and without quotes around them.
  // Line by line and up to the last `}}`: a line of many `{{` that none closes would take quadratic time.
  let options = `{${written}`.replace(/^.*\}\}/gm, (line) => line.replace(/\{\{.+?\}\}/g, '0'))
  const singles = options.match(/'/g)?.length ?? 0
  const doubles = options.match(/"/g)?.length ?? 0
  if ((singles % 2 === 0 && doubles === 0) || doubles % 2 !== 0) options = options.replaceAll("'", '"')
  try {
    JSON.parse(options)
    return true
  } catch {
    return false
  }
}
