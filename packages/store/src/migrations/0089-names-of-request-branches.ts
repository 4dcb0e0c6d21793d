import type { GitSettings } from '../git-types.ts'
import { parseJson } from '../rows.ts'
import type { Migration } from './all.ts'

/**
 * The settings of a translation branch contain the name of its own request branch, which was derived from its
 * branch before: `a/b` and `a-b` had the same one. Of two with one name, that which has pushed keeps it.
 */
export const namesOfRequestBranches: Migration = {
  async up(db) {
    const parents = await db.selectFrom('git_source').select(['source_id', 'settings']).execute()
    const settingsOf = new Map(parents.map((row) => [row.source_id, parseJson<GitSettings>(row.settings)]))
    const rows = await db
      .selectFrom('project_branch')
      .innerJoin('git_source', 'git_source.project_id', 'project_branch.project_id')
      .select(['project_branch.source_id as into', 'project_branch.branch'])
      .select(['git_source.source_id as own', 'git_source.settings', 'git_source.pushed_head'])
      .orderBy('git_source.source_id')
      .execute()
    const taken = new Set<string>()
    for (const row of [...rows].sort(
      (a, b) => Number(b.pushed_head !== null) - Number(a.pushed_head !== null),
    )) {
      const parent = settingsOf.get(row.into)
      if (parent === undefined) continue
      const usual = `${parent.pullRequestBranch}-${row.branch.replaceAll('/', '-')}`
      let name = usual
      for (let number = 2; taken.has(name); number++) name = `${usual}-${number}`
      taken.add(name)
      const settings = { ...parseJson<GitSettings>(row.settings), pullRequestBranch: name }
      await db
        .updateTable('git_source')
        .set({ settings: JSON.stringify(settings) })
        .where('source_id', '=', row.own)
        .execute()
    }
  },
}
