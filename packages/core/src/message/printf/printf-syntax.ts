import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'
import { appleVariables, braceFields, conversions, percent, pythonNames } from './printf-rules.ts'

/** Whatever C, Java, PHP, Python, Go and Apple's APIs fill: files of these formats do not say which of them reads their texts. */
export const printfSyntax: MessageSyntax = {
  id: 'printf',
  arguments: 'ordered',
  ...scanner([percent, pythonNames, ...appleVariables, conversions, braceFields]),
  isCount: ({ name, type }) => type === 'number' || /^[({#@]*(?:n|num|count|number|total)\b/i.test(name),
}

/** String catalogs: conversions and the variables of substitutions, no braces. */
export const appleSyntax: MessageSyntax = {
  id: 'apple',
  arguments: 'ordered',
  ...scanner([percent, ...appleVariables, conversions]),
  isCount: ({ type }) => type === 'number',
}
