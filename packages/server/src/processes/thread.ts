import { readKnownLinesTask } from '../known-pictures/read-known-lines.ts';
import { countHitsTask } from '../moderation/what-if/count-hits.ts';
import { meetKeywordsTask } from '../moderation/what-if/meet-keywords.ts';
import { serveTasks } from '../threads/serve-tasks.ts';

// What computes on customers' input beside the event loop of the API (docs/limits.md, "Computing").
serveTasks([countHitsTask, meetKeywordsTask, readKnownLinesTask]);
