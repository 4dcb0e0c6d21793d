import type { ReactNode } from 'react'
import { PlainFrame } from '../app/shell/PlainFrame.tsx'
import { Shell } from '../app/shell/Shell.tsx'
import { InsideProject } from './inside-project.tsx'

export type InsideLastProjectProps = {
  /** The project that was open last; null: there is none. */
  readonly around: string | null
  /** The name of the screen, in place of the project's. */
  readonly title: string
  readonly children: ReactNode
}

/** The frame of a screen that belongs to no project: with the sidebar and search of the project that was open last. */
export function InsideLastProject({ around, title, children }: InsideLastProjectProps) {
  if (around === null) return <PlainFrame>{children}</PlainFrame>
  return (
    <InsideProject project={around}>
      <Shell project={around} title={title}>
        {children}
      </Shell>
    </InsideProject>
  )
}
