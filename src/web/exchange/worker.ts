import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import { catalogue } from '#knowledge/diagnose/registries/catalogue.ts'
import { tell } from '#knowledge/told.ts'
import type { FromWorker, ToWorker } from './har/messages.ts'
import { takeHarQuestion } from './har/take-har-question.ts'
import type { Answered, Answers, Asked, Question } from './questions.ts'

/**
 * What knows why things fail, away from the thread that answers keys. Both its uses, for what the page asks and for a
 * HAR file, are one script, so that the known errors come once; each has a worker of its own.
 */
const page = self as unknown as {
  postMessage: (message: FromWorker | Answered) => void
  onmessage: (event: { data: ToWorker | Asked }) => void
}

page.onmessage = ({ data }) => {
  if (data.do === 'reason') page.postMessage(answered(data))
  else void takeHarQuestion(data, (message) => page.postMessage(message))
}

function answered({ id, question }: Asked): Answered {
  try {
    return { id, answer: answerTo(question) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}

function answerTo(question: Question): Answers[keyof Answers] {
  return question.about === 'text'
    ? tell(question.text, question.known, { personal: question.personal })
    : question.calls.map((call) => diagnose(call, catalogue))
}
