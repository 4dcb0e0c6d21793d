import type { ProjectReply } from '@dragoman/contract'
import { type ReactNode, useState } from 'react'
import { type AssignAsked, AssignContext } from '../../components/AssignButton.tsx'
import { lazyDialog } from '../../components/lazy-part.tsx'
import { loadTexts } from '../../i18n/i18n.ts'

const TaskDialog = lazyDialog(async () => {
  const [{ TaskDialog }] = await Promise.all([import('./TaskDialog.tsx'), loadTexts(['tasks'])])
  return TaskDialog
})

export type AssignPlaceProps = {
  readonly project: ProjectReply
  /** There is no one else to assign to. */
  readonly isAlone: boolean
  readonly children: ReactNode
}

/** Provides the assign dialog to the buttons below it. */
export function AssignPlace({ project, isAlone, children }: AssignPlaceProps) {
  const [asked, setAsked] = useState<AssignAsked | null>(null)
  const targets = project.languages.map(({ tag }) => tag).filter((tag) => tag !== project.sourceLanguage)
  return (
    <AssignContext value={isAlone || targets.length === 0 ? null : setAsked}>
      {children}
      {asked === null ? null : (
        <TaskDialog project={project.slug} targets={targets} of={asked} onClose={() => setAsked(null)} />
      )}
    </AssignContext>
  )
}
