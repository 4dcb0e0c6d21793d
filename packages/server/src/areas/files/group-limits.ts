import type { FileLimitsReply } from '@dragoman/contract'
import type { FileLimits, TextLimits } from '@dragoman/core'

type Groups = FileLimitsReply['limits']

/** Groups files with the same limits: the files of a project nearly always have one format. */
export function groupLimits(files: readonly FileLimits[]): Groups {
  const groups = new Map<string, Groups[number]>()
  for (const { namespace, language, limits } of files) {
    if (limits === null) continue
    const id = JSON.stringify(limits)
    const group = groups.get(id)
    if (group !== undefined) group.files.push({ namespace, language })
    else groups.set(id, { limits: withOwnLists(limits), files: [{ namespace, language }] })
  }
  return [...groups.values()]
}

function withOwnLists(limits: TextLimits): Groups[number]['limits'] {
  const { writing, plurals, ...others } = limits
  const own = { ...others, ...(plurals === undefined ? {} : { plurals: [...plurals] }) }
  if (writing.kind !== 'inline') return { ...own, writing }
  return {
    ...own,
    writing: { ...writing, containers: [...writing.containers], codes: [...writing.codes] },
  }
}
