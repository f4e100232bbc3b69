// explainee/explainee.h: all that a C++ program needs: tables, requests, explanations, dialogues, many people.
//
//   explainee::Request request;
//   request.what.prediction = {"prediction"};
//   request.who.knows = {"bmi", "bp"};
//   auto told = explainee::explain(dataset, request);
//   if (!told.ok()) std::puts(explainee::text(told.error()).c_str());
//
// What can fail gives a Result: ok(), value(), error(). Nothing here prints or keeps global state, and nothing throws
// but value() of a Result that holds an error. Every object may be copied cheaply, and read from several threads at
// once, but for Dialogue. Until 1.0 it may grow.
#pragma once

#include "explainee/cohort.h"
#include "explainee/dataset.h"
#include "explainee/dialogue.h"
#include "explainee/explainer.h"
#include "explainee/explanation.h"
#include "explainee/request.h"
#include "explainee/result.h"
