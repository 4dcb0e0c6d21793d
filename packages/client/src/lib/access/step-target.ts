import { parseQuery, printQuery, type WorkStep } from '@dragoman/core'

/** Where a piece of work is done: a screen with its filter. */
export type StepTarget =
  | {
      readonly to: '/p/$project/translate/$language'
      readonly params: { readonly project: string; readonly language: string }
      readonly search: { readonly q?: string }
    }
  | {
      readonly to: '/p/$project/review/$language'
      readonly params: { readonly project: string; readonly language: string }
      readonly search: { readonly task?: number }
    }
  | {
      readonly to: '/p/$project/keys' | '/p/$project/files' | '/p/$project/settings'
      readonly params: { readonly project: string }
    }

/** The filter of the editor for each kind of work; `open` shows everything. */
export const STEP_QUERIES = {
  translate: 'state:untranslated',
  suggest: 'state:untranslated',
  fix: 'is:failing',
  update: 'is:outdated',
} as const

/** Returns the search line that finds the strings of a kind of work; of people who are limited, only theirs. */
export function stepQuery(kind: keyof typeof STEP_QUERIES, namespaces: readonly string[] | null): string {
  return [STEP_QUERIES[kind], ...(namespaces ?? []).map(namespaceTerm)].join(' ')
}

/** Returns the term of a search line that finds the strings of a namespace. */
export function namespaceTerm(pattern: string): string {
  return printQuery({ terms: [{ kind: 'namespace', pattern, isNegated: false }] })
}

/** Returns the kind of work whose strings a search line finds; null: it is another search. */
export function kindOfQuery(line: string): keyof typeof STEP_QUERIES | null {
  const { terms } = parseQuery(line)
  const own = printQuery({ terms: terms.filter(({ kind }) => kind !== 'namespace') })
  const kinds = ['translate', 'fix', 'update'] as const
  return kinds.find((kind) => STEP_QUERIES[kind] === own) ?? null
}

/** Returns the screen, with its filter, in which a piece of work is done. */
export function stepTarget(project: string, step: WorkStep): StepTarget {
  switch (step.kind) {
    case 'translate':
    case 'suggest':
    case 'fix':
    case 'update':
      return inEditor(project, step.language, stepQuery(step.kind, step.namespaces))
    case 'review':
      return {
        to: '/p/$project/review/$language',
        params: { project, language: step.language },
        search: {},
      }
    case 'task':
      return taskTarget(project, step.task, step.language)
    case 'open':
      return inEditor(project, step.language)
    case 'keys':
      return { to: '/p/$project/keys', params: { project } }
    case 'add-language':
      return { to: '/p/$project/settings', params: { project } }
    case 'import':
    case 'resolve':
    case 'files':
      return { to: '/p/$project/files', params: { project } }
  }
}

/** Returns where a task is done: review tasks in Review, others in the editor. */
export function taskTarget(
  project: string,
  { id, goal }: { readonly id: number; readonly goal: 'translated' | 'reviewed' },
  language: string,
): StepTarget {
  return goal === 'reviewed'
    ? { to: '/p/$project/review/$language', params: { project, language }, search: { task: id } }
    : inEditor(project, language, `task:${id}`)
}

function inEditor(project: string, language: string, q?: string): StepTarget {
  return {
    to: '/p/$project/translate/$language',
    params: { project, language },
    search: q === undefined ? {} : { q },
  }
}
