import { createDataEnvironment, type TaskData, type WorldData } from '../../../environments/internal.js';
import { defineTaskGenerator } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { worldTaskDraft } from './create-world-task-generator.js';

/** A generator of one kind of task alone, which leaves out none that its oracle does not do. */
export function generatorOfTemplate(data: WorldData, template: TaskData): TaskGenerator {
  const environment = createDataEnvironment(data);
  return defineTaskGenerator({
    name: data.name,
    levels: [template.level],
    draw: ({ stream }) => worldTaskDraft({ data, environment, template, stream }),
  });
}
