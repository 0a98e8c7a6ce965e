import * as comlink from 'comlink';
import { holdLife } from '../threads/living-worker.ts';
import { captureService } from './capture-service.ts';

void holdLife();
comlink.expose(captureService);
