import { type RawBuilder, sql } from 'kysely'

/** Returns the condition that the import of a part, a row of `uploaded_part` with this alias, is not undone. */
export function isImported(part: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from uploaded_file undone_file join operation o on o.id = undone_file.operation_id
    where undone_file.id = ${sql.ref(`${part}.file_id`)} and o.undone_by is not null)`
}
