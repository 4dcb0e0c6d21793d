import { type Failure, failureContext, failureValues, reasonTexts } from '@dragoman/contract'
import { textOf } from './texts.ts'

/**
 * Describes an expected failure for the terminal, in the sentence of the screens unless the command line has
 * its own. Failures of files start with the place; those of a server end with their code.
 */
export function failureText(failure: Failure): string {
  const { code, params } = failure
  switch (code) {
    case 'no-locale-files':
      return `${params.folder}: ${sentenceOf(failure)}`
    case 'unusable-folder':
      return `${params.folder}: ${reasonOf(failure) ?? sentenceOf(failure)}`
    case 'unusable-project-file':
      return `${params.folder}/dragoman.json:${params.line}:${params.column}: ${reasonOf(failure) ?? sentenceOf(failure)}`
    case 'unreadable-file':
      return `${params.name}:${params.line}:${params.column}: ${reasonOf(failure) ?? sentenceOf(failure)} (${code})`
    case 'not-allowed':
      return `${[reasonOf(failure) ?? sentenceOf(failure), limitsOf(failure)].filter((part) => part !== null).join(' ')} (${code})`
    default:
      return `${[sentenceOf(failure), reasonOf(failure), ...fieldsOf(failure)]
        .filter((part) => part !== null)
        .join(' ')} (${code})`
  }
}

function sentenceOf({ code, params, fields }: Failure): string {
  const { folder, name, what, language } = params
  const item = [what ?? textOf(['terminal:item']), language].filter((part) => part !== undefined).join(' ')
  const values = { ...failureValues(params), what: item, name: String(folder ?? name ?? item) }
  const context = failureContext({ code, params })
  const names = [
    ...(fields.length > 0 ? [`terminal:failure.${code}_fields`] : []),
    `terminal:failure.${code}`,
    ...(context === '' ? [] : [`failures:${code}_${context}`]),
    `failures:${code}`,
    'terminal:failure.unknown',
  ]
  return textOf(names, values) ?? code
}

/** Returns why it was refused, if there is a sentence for the reason. */
function reasonOf({ code, params }: Failure): string | null {
  const { reason } = params
  return reason === undefined ? null : textOf(reasonTexts(code, reason), params)
}

/** Returns each refused value with its place in the request and the reason. */
function fieldsOf({ fields, params }: Failure): readonly string[] {
  return fields.map(
    ({ pointer, code, params: own }) =>
      `${pointer}: ${textOf([`failures:field.${code}`], { ...own, ...params }) ?? code.replaceAll('-', ' ')}`,
  )
}

/** Returns the language and namespace that the failure is about, for tokens with limits. */
function limitsOf({ params: { language, namespace } }: Failure): string | null {
  const limits = [language, namespace].filter((part) => part !== undefined)
  return limits.length === 0 ? null : `[${limits.join(', ')}]`
}
