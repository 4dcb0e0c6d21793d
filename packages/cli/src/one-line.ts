/** Line ends, terminal control characters, and characters that change the direction of surrounding text. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g
/** CI runners read these as commands anywhere in a line: `##[error]`, `##vso[…]`. */
const COMMANDS = /##(?=\w*\[)/g

/**
 * Makes text of files or of a server safe to print as part of one line: it cannot end the line, and neither a
 * terminal nor a CI runner interprets it as a command.
 */
export function oneLine(text: string): string {
  return text.replaceAll('\n', '⏎').replaceAll(UNSEEN, escaped).replaceAll(COMMANDS, '#\u200b#')
}

/**
 * Makes whole lines safe for a terminal, keeping only line ends and tabs, and for CI runners, except for commands at the
 * start of a line: some reports consist of those.
 */
export function terminalLines(text: string): string {
  return text
    .replaceAll(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : escaped(sign)))
    .replaceAll(COMMANDS, `#${escaped('#')}`)
}

/** Escapes as JSON does, so that escaped text is not changed again inside JSON. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
