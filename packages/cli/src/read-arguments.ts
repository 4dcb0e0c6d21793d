import { nearest } from './nearest.ts'
import { UsageError } from './terminal.ts'

/** Whether each option takes a value or is a switch. */
export type OptionKinds = Readonly<Record<string, 'value' | 'switch'>>
export type ReadArguments = {
  readonly words: readonly string[]
  readonly options: ReadonlyMap<string, string>
}

/**
 * Parses `--name value`, `--name=value`, switches and plain words. Throws a UsageError that lists the valid
 * values.
 */
export function readArguments(
  args: readonly string[],
  kinds: OptionKinds,
  { wordsMax }: { readonly wordsMax: number },
): ReadArguments {
  const words: string[] = []
  const options = new Map<string, string>()
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg)
      continue
    }
    const cut = arg.indexOf('=')
    const name = cut < 0 ? arg : arg.slice(0, cut)
    const kind = new Map(Object.entries(kinds)).get(name)
    if (kind === undefined) throw new UsageError(unknownOption(name, Object.keys(kinds)))
    if (kind === 'switch') {
      if (cut >= 0) throw new UsageError(`${name} takes no value.`)
      options.set(name, '')
      continue
    }
    const value = cut < 0 ? args[++at] : arg.slice(cut + 1)
    if (value === undefined || value === '') throw new UsageError(`${name} needs a value: ${name} VALUE.`)
    options.set(name, value)
  }
  if (words.length > wordsMax)
    throw new UsageError(`"${words[wordsMax]}" is one argument too many. See dragoman --help.`)
  return { words, options }
}

function unknownOption(name: string, known: readonly string[]): string {
  const close = nearest(name, [...known, '--help'])
  if (close !== null) return `There is no option ${name}. Did you mean ${close}?`
  return known.length === 0
    ? `There is no option ${name} here.`
    : `There is no option ${name}. Options here: ${known.join(', ')}.`
}
