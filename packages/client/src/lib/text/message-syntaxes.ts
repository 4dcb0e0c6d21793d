/** The message syntaxes of a project: ids of core's syntaxes, with untranslated names and an example. */
export const MESSAGE_SYNTAXES: readonly {
  readonly id: string
  readonly name: string
  readonly example: string
}[] = [
  { id: 'i18next', name: 'i18next', example: '{{name}}' },
  { id: 'icu', name: 'ICU', example: '{name}' },
  { id: 'formatjs', name: 'FormatJS', example: '{name} <b>' },
  { id: 'java', name: 'Java', example: '{0}' },
  { id: 'flutter', name: 'Flutter', example: '{name}' },
  { id: 'flutter-escaping', name: 'Flutter (use-escaping)', example: '{name}' },
  { id: 'printf', name: 'printf', example: '%s %1$d' },
  { id: 'mixed', name: 'XLIFF', example: '%s {0} %name%' },
  { id: 'apple', name: 'Apple', example: '%@ %lld' },
  { id: 'ruby', name: 'Ruby', example: '%{name}' },
  { id: 'vue-i18n', name: 'vue-i18n', example: '{name} @:key' },
  { id: 'laravel', name: 'Laravel', example: ':name' },
  { id: 'slang', name: 'slang', example: '$name {name}' },
  { id: 'chrome', name: 'Chrome', example: '$NAME$' },
  { id: 'dotnet', name: '.NET', example: '{0}' },
  { id: 'qt', name: 'Qt', example: '%1 %n' },
  { id: 'go-template', name: 'Go', example: '{{ .Name }}' },
  { id: 'angular', name: 'Angular', example: '{$INTERPOLATION}' },
  { id: 'c', name: 'C', example: '%d %1$s' },
  { id: 'go-printf', name: 'Go fmt', example: '%d %[1]s' },
  { id: 'named-printf', name: 'Python %, Ruby format', example: '%(name)s %<name>s' },
  { id: 'brace', name: 'Python format, Rust', example: '{name} {0:.1f}' },
  { id: 'perl-brace', name: 'Perl', example: '{name}' },
  { id: 'shell', name: 'Shell', example: '$name' },
  { id: 'kde', name: 'KDE', example: '%1 %2' },
  { id: 'boost', name: 'Boost', example: '%1% %2%' },
  { id: 'object-pascal', name: 'Object Pascal', example: '%s %0:d' },
  { id: 'lisp', name: 'Lisp, Scheme', example: '~a ~d' },
  { id: 'fluent', name: 'Fluent', example: '{ $name }' },
]

/** Texts without placeholders. */
export const PLAIN_SYNTAX = 'plain'

/** Returns the untranslated name of a syntax; null: its texts have no placeholders, or it is not known. */
export function nameOfSyntax(id: string): string | null {
  return MESSAGE_SYNTAXES.find((syntax) => syntax.id === id)?.name ?? null
}
