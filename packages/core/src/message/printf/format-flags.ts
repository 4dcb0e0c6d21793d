/**
 * The message syntax of each flag `…-format` of GNU gettext (manual, "PO Files" and "List of supported languages"). The
 * value is the id of a syntax.
 */
const SYNTAX_OF_FLAG: ReadonlyMap<string, string> = new Map(
  [
    'c: c awk d elisp gcc-internal gfc-internal java-printf javascript librep lua perl php sh-printf tcl',
    'go-printf: go',
    'apple: objc',
    'named-printf: python ruby',
    'brace: python-brace c++ rust',
    'perl-brace: perl-brace',
    'dotnet: csharp',
    'java: java',
    'kde: kde kde-kuit smalltalk ycp',
    'qt: qt qt-plural',
    'boost: boost',
    'shell: sh',
    'object-pascal: object-pascal',
    'lisp: lisp scheme',
  ].flatMap((line) => {
    const [syntax = '', flags = ''] = line.split(': ')
    return flags.split(' ').map((flag): [string, string] => [flag, syntax])
  }),
)

/** The syntax of texts without placeholders. */
const NONE = 'plain'

/**
 * Returns the flag that names a syntax: the first one in the table, of several. Null: no flag does.
 */
export function flagOfSyntax(syntax: string): string | null {
  if (syntax === NONE) return 'no-c-format'
  for (const [flag, named] of SYNTAX_OF_FLAG) if (named === syntax) return `${flag}-format`
  return null
}

/**
 * Returns the id of the syntax that the flags of a message name: the first `…-format`; `plain` if there are only
 * `no-…-format`; null if no flag says anything.
 */
export function syntaxOfFlags(flags: Iterable<string>): string | null {
  let isDenied = false
  for (const flag of flags) {
    const match = /^(no-|impossible-|possible-)?([a-z+-]+)-format$/.exec(flag)
    const [, sign, language = ''] = match ?? []
    const syntax = SYNTAX_OF_FLAG.get(language)
    if (syntax === undefined || sign === 'possible-') continue
    if (sign === undefined) return syntax
    isDenied = true
  }
  return isDenied ? NONE : null
}

/**
 * Returns the id of the syntax of a message without flags whose placeholders only one program writes: `%1` and `%L1` of
 * Qt and KDE, `%1%` of Boost; null for all others.
 */
export function syntaxOfNumbers(text: string): string | null {
  if (!/%L?[1-9]/.test(text)) return null
  const numbers = [...text.matchAll(/(\d)?%(L?)[1-9]\d?(%|[$*\w]|\.\d)?/g)]
  if (numbers.some(([, before]) => before !== undefined)) return null
  if (/%[a-zA-Z@(]/.test(text.replaceAll(/%L[1-9]/g, ''))) return null
  if (numbers.every(([, , , end]) => end === '%')) return 'boost'
  if (numbers.some(([, , , end]) => end !== undefined)) return null
  return numbers.some(([, , locale]) => locale === 'L') ? 'qt' : 'kde'
}
