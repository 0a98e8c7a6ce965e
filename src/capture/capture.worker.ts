import * as comlink from 'comlink';
import { captureService } from './capture-service.ts';

comlink.expose(captureService);
