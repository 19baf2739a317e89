import { type Static, Type } from 'typebox'

export const checkPath = '/bff/check'

/** Something that the check of the configuration found, in a sentence, with what to do. Contains no secret. */
export const Finding = Type.Object({
  /** `problem`: sign-ins or calls fail with it. `advice`: they may. */
  level: Type.Union([Type.Literal('problem'), Type.Literal('advice')]),
  /** Id of the environment, and of its client, that it is about; absent for the app as a whole. */
  environment: Type.Optional(Type.String()),
  client: Type.Optional(Type.String()),
  /** The setting that is concerned, as the configuration file or the environment variables spell it; or the machine’s clock. */
  setting: Type.String(),
  message: Type.String(),
  fix: Type.String(),
})
export type Finding = Static<typeof Finding>

/** `GET /bff/check`: what the last check of the configuration found. It waits for one that is in progress. */
export const Check = Type.Object({
  /** Epoch seconds; absent where nothing is checked, because the environments are the built-in ones. */
  checkedAt: Type.Optional(Type.Number()),
  findings: Type.Array(Finding),
})
export type Check = Static<typeof Check>
